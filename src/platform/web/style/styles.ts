import './base.css'
import './fonts.css'
import './tokens.css'
import './before-scripts.css'
